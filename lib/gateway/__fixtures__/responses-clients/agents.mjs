import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool } from '@openai/agents'

const [baseURL, apiKey, model] = process.argv.slice(2)
setTracingDisabled(true)
let called = null
const weather = tool({
  name: 'get_weather',
  description: 'Weather of a city',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
  execute: input => {
    called = input
    return '−4 °C'
  },
})
const modelProvider = new OpenAIProvider({ baseURL: `${baseURL}/v1`, apiKey, useResponses: true })
const runner = new Runner({ modelProvider })
const agent = new Agent({ name: 'Guide', instructions: 'Be brief.', model })
const withTool = new Agent({ name: 'Guide', instructions: 'Be brief.', model, tools: [weather] })

const plain = await runner.run(agent, 'Hello')
const stream = await runner.run(agent, 'Hello', { stream: true })
await stream.completed
const answer = await runner.run(withTool, 'Weather in Oslo?')

process.stdout.write(
  JSON.stringify({
    plain: plain.finalOutput,
    streamed: stream.finalOutput,
    called,
    answer: answer.finalOutput,
  }),
)
