import { createOpenAI } from '@ai-sdk/openai'
import { generateText, isStepCount, jsonSchema, streamText, tool } from 'ai'

const [baseURL, apiKey, model] = process.argv.slice(2)
const provider = createOpenAI({ baseURL: `${baseURL}/v1`, apiKey })
const question = { model: provider(model), prompt: 'Hello' }
let called = null
const weather = tool({
  description: 'Weather of a city',
  inputSchema: jsonSchema({
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  }),
  execute: input => {
    called = input
    return '−4 °C'
  },
})

const plain = await generateText(question)
const streamed = await streamText(question).text
const answer = await streamText({
  ...question,
  system: 'Be brief.',
  tools: { get_weather: weather },
  providerOptions: { openai: { store: false } },
  stopWhen: isStepCount(3),
}).text

process.stdout.write(JSON.stringify({ plain: plain.text, streamed, called, answer }))
