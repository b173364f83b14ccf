import { Agent, OpenAIProvider, Runner, setTracingDisabled } from '@openai/agents'

const [baseURL, apiKey, model] = process.argv.slice(2)
setTracingDisabled(true)
const modelProvider = new OpenAIProvider({ baseURL: `${baseURL}/v1`, apiKey, useResponses: true })
const runner = new Runner({ modelProvider })
const agent = new Agent({ name: 'Guide', instructions: 'Be brief.', model })

const first = await runner.run(agent, 'My name is Ada.')
const second = await runner.run(agent, 'What is my name?', { previousResponseId: first.lastResponseId })
const third = await runner.run(agent, 'And now?', {
  previousResponseId: second.lastResponseId,
  stream: true,
})
await third.completed

process.stdout.write(JSON.stringify([first, second, third].map(({ finalOutput }) => finalOutput)))
