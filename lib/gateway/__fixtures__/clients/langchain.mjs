import { ChatAnthropic } from '@langchain/anthropic'

const [anthropicApiUrl, apiKey, model] = process.argv.slice(2)
const options = { anthropicApiUrl, apiKey, model, maxTokens: 100, maxRetries: 2 }
const chat = new ChatAnthropic(options)
const weather = {
  name: 'get_weather',
  description: 'Weather of a city',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

async function collect(runnable, messages) {
  let whole
  for await (const chunk of await runnable.stream(messages)) whole = whole?.concat(chunk) ?? chunk
  return whole
}

const statusOf = asked =>
  asked.then(
    () => 200,
    error => error.status,
  )

const question = [{ role: 'user', content: 'Hello' }]
const plain = await chat.invoke(question)
const streamed = await collect(chat, question)
const withTools = chat.bindTools([weather])
const asking = await collect(withTools, question)
const [call] = asking.tool_calls
const answer = await collect(withTools, [
  ...question,
  asking,
  { role: 'tool', tool_call_id: call.id, content: '−4 °C' },
])
const limited = await chat.invoke(question)
const failed = await statusOf(new ChatAnthropic({ ...options, maxRetries: 0 }).invoke(question))
const missing = await statusOf(new ChatAnthropic({ ...options, model: 'missing', maxRetries: 0 }).invoke(question))
const unauthorized = await statusOf(
  new ChatAnthropic({ ...options, apiKey: 'wrong', maxRetries: 0 }).invoke(question),
)

process.stdout.write(
  JSON.stringify({
    plain: plain.text,
    streamed: streamed.text,
    called: call.args,
    answer: answer.text,
    tokens: streamed.usage_metadata.output_tokens > 0,
    limited: limited.text,
    failed,
    missing,
    unauthorized,
  }),
)
