import OpenAI from 'openai'

const [baseURL, apiKey, model] = process.argv.slice(2)
const client = new OpenAI({ baseURL: `${baseURL}/v1`, apiKey })
const tools = [
  {
    type: 'function',
    name: 'get_weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    strict: false,
  },
]

const plain = await client.responses.create({ model, input: 'Hello' })
const streamed = await client.responses.stream({ model, input: 'Hello' }).finalResponse()
const input = [{ role: 'user', content: 'Weather in Oslo?' }]
const first = await client.responses.create({ model, input, tools })
const call = first.output.find(({ type }) => type === 'function_call')
input.push(...first.output, { type: 'function_call_output', call_id: call.call_id, output: '−4 °C' })
const answer = await client.responses.create({ model, input, tools })

process.stdout.write(
  JSON.stringify({
    plain: plain.output_text,
    streamed: streamed.output_text,
    called: JSON.parse(call.arguments),
    answer: answer.output_text,
  }),
)
