import Anthropic from '@anthropic-ai/sdk'

const [baseURL, apiKey, model] = process.argv.slice(2)
const client = new Anthropic({ baseURL, apiKey })
const question = { model, max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] }
const tools = [
  {
    name: 'get_weather',
    description: 'Weather of a city',
    input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
]

const textOf = ({ content }) => content.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('')
const statusOf = asked =>
  asked.then(
    () => 200,
    error => error.status,
  )

const plain = await client.messages.create(question)
const streamed = await client.messages.stream(question).finalMessage()
const asking = await client.messages.stream({ ...question, tools }).finalMessage()
const call = asking.content.find(block => block.type === 'tool_use')
const results = [{ type: 'tool_result', tool_use_id: call.id, content: '−4 °C' }]
const answer = await client.messages
  .stream({
    ...question,
    tools,
    messages: [
      ...question.messages,
      { role: 'assistant', content: asking.content },
      { role: 'user', content: results },
    ],
  })
  .finalMessage()
const limited = await client.messages.create(question)
const failed = await statusOf(client.messages.create(question))
const other = new Anthropic({ baseURL, apiKey: 'wrong' })
const missing = await statusOf(client.messages.create({ ...question, model: 'missing' }))
const unauthorized = await statusOf(other.messages.create(question))

process.stdout.write(
  JSON.stringify({
    plain: textOf(plain),
    streamed: textOf(streamed),
    called: call.input,
    answer: textOf(answer),
    tokens: streamed.usage.output_tokens > 0,
    limited: textOf(limited),
    failed,
    missing,
    unauthorized,
  }),
)
