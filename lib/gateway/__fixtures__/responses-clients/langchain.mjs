import { HumanMessage, ToolMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'

const [baseURL, apiKey, model] = process.argv.slice(2)
const chat = new ChatOpenAI({
  model,
  apiKey,
  useResponsesApi: true,
  configuration: { baseURL: `${baseURL}/v1` },
})
const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}

const plain = await chat.invoke('Hello')
let streamed = ''
for await (const chunk of await chat.stream('Hello')) streamed += chunk.text
const asked = new HumanMessage('Weather in Oslo?')
const withTools = chat.bindTools([weather])
const first = await withTools.invoke([asked])
const [call] = first.tool_calls
const answer = await withTools.invoke([
  asked,
  first,
  new ToolMessage({ tool_call_id: call.id, content: '−4 °C' }),
])

process.stdout.write(
  JSON.stringify({ plain: plain.text, streamed, called: call.args, answer: answer.text }),
)
