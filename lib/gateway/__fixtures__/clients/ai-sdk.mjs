import { createAnthropic } from '@ai-sdk/anthropic'
import { generateText, isStepCount, jsonSchema, streamText, tool } from 'ai'

const [baseURL, apiKey, model] = process.argv.slice(2)
const provider = createAnthropic({ baseURL: `${baseURL}/v1`, apiKey })
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

const statusOf = asked =>
  asked.then(
    () => 200,
    error => (error.lastError ?? error).statusCode,
  )

const plain = await generateText(question)
const stream = streamText(question)
const streamed = await stream.text
const usage = await stream.usage
const answer = await streamText({ ...question, tools: { get_weather: weather }, stopWhen: isStepCount(3) }).text
const limited = await generateText(question)
const failed = await statusOf(generateText({ ...question, maxRetries: 0 }))
const other = createAnthropic({ baseURL: `${baseURL}/v1`, apiKey: 'wrong' })
const missing = await statusOf(generateText({ ...question, model: provider('missing') }))
const unauthorized = await statusOf(generateText({ ...question, model: other(model) }))

process.stdout.write(
  JSON.stringify({
    plain: plain.text,
    streamed,
    called,
    answer,
    tokens: usage.outputTokens > 0,
    limited: limited.text,
    failed,
    missing,
    unauthorized,
  }),
)
