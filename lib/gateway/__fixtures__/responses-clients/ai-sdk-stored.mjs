import { createOpenAI } from '@ai-sdk/openai'
import { generateText } from 'ai'

const [baseURL, apiKey, id] = process.argv.slice(2)
const model = createOpenAI({ baseURL: `${baseURL}/v1`, apiKey })(id)

const first = await generateText({ model, prompt: 'My name is Ada.' })
// It sends references to the items of the response instead of the items.
const second = await generateText({
  model,
  messages: [
    { role: 'user', content: 'My name is Ada.' },
    ...first.response.messages,
    { role: 'user', content: 'What is my name?' },
  ],
})
const third = await generateText({
  model,
  prompt: 'And now?',
  providerOptions: { openai: { previousResponseId: second.response.id } },
})

process.stdout.write(JSON.stringify([first.text, second.text, third.text]))
