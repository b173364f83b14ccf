import type { Tool } from '#lib/contracts/api/chat-message.ts'

export const weatherTool: Tool = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Current weather of a city',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['city'],
      additionalProperties: false,
    },
  },
}

export const timeTool: Tool = { type: 'function', function: { name: 'get_time' } }
