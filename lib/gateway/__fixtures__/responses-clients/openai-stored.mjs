import OpenAI from 'openai'

const [baseURL, apiKey, model] = process.argv.slice(2)
const client = new OpenAI({ baseURL: `${baseURL}/v1`, apiKey })

const first = await client.responses.create({ model, input: 'My name is Ada.' })
const second = await client.responses
  .stream({ model, input: 'What is my name?', previous_response_id: first.id })
  .finalResponse()
const retrieved = await client.responses.retrieve(second.id)
const items = []
for await (const item of client.responses.inputItems.list(first.id, { limit: 1 })) items.push(item)
await client.responses.delete(first.id)
const statusOf = async action => {
  try {
    await action()
    return 200
  } catch (error) {
    return `${error.constructor.name} ${error.status} ${error.code}`
  }
}

process.stdout.write(
  JSON.stringify({
    answers: [first.output_text, second.output_text, retrieved.output_text],
    stored: [first.store, second.store, retrieved.store],
    continues: [second.previous_response_id === first.id, retrieved.previous_response_id === first.id],
    input: items.map(({ role, content }) => [role, content[0].text]),
    errors: [
      await statusOf(() => client.responses.retrieve(first.id)),
      await statusOf(() => client.responses.create({ model, input: 'More', previous_response_id: second.id })),
      await statusOf(() => client.responses.cancel(second.id)),
    ],
  }),
)
