import type { z } from 'zod'
import { strictEvent, strictResponse } from './open-responses-schema.ts'

/** Sends a body to `POST /v1/responses`, with the model added. */
export type Ask = (body: object) => Promise<Answered>

export interface Answered {
  readonly status: number
  text(): Promise<string>
}

export interface ComplianceCase {
  readonly name: string
  /** @throws Error with the reason; NotApplicable */
  readonly run: (ask: Ask) => Promise<void>
}

/** The server is not set up for a case. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

const user = (content: unknown) => ({ type: 'message', role: 'user', content })
const tools = [
  {
    type: 'function',
    name: 'get_weather',
    description: 'Get the weather of a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
]

/** A gray square of 32 × 32 pixels. */
export const imageUrl =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mO4QAAwjCoYVTCqYKQqAABorEAumj9wuwAAAABJRU5ErkJggg=='

/** The required cases of the compliance suite of Open Responses. */
export const complianceCases: readonly ComplianceCase[] = [
  {
    name: 'basic-response',
    run: async ask => hasMessage(await answerOf(ask, { input: [user('Say hello in three words.')] })),
  },
  {
    name: 'streaming-response',
    run: async ask => hasMessage(await streamOf(ask, { input: [user('Count from 1 to 5.')] })),
  },
  {
    name: 'system-prompt',
    run: async ask => {
      const input = [{ type: 'message', role: 'system', content: 'You are a pirate.' }, user('Say hello.')]
      hasMessage(await answerOf(ask, { input }))
    },
  },
  {
    name: 'tool-calling',
    run: async ask => {
      const asked = { input: [user('What is the weather in Oslo now?')], tools }
      hasCall(await answerOf(ask, asked))
      hasCall(await streamOf(ask, asked))
    },
  },
  {
    name: 'function-call-roundtrip',
    run: async ask => {
      const call = {
        type: 'function_call',
        call_id: 'call_1',
        name: 'get_weather',
        arguments: '{"city":"Oslo"}',
      }
      const result = { type: 'function_call_output', call_id: 'call_1', output: 'Rain at 4 °C.' }
      hasMessage(
        await answerOf(ask, { input: [user('What is the weather in Oslo now?'), call, result], tools }),
      )
    },
  },
  {
    name: 'image-input',
    run: async ask => {
      const question = { type: 'input_text', text: 'Which color is it? Answer in one word.' }
      const image = { type: 'input_image', image_url: imageUrl }
      hasMessage(await answerOf(ask, { input: [user([question, image])] }))
    },
  },
  {
    name: 'file-input',
    run: async ask => {
      const data = Buffer.from(pdfOf('The boat leaves at nine.')).toString('base64')
      const file = {
        type: 'input_file',
        filename: 'boat.pdf',
        file_data: `data:application/pdf;base64,${data}`,
      }
      const question = { type: 'input_text', text: 'When does the boat leave?' }
      hasMessage(await answerOf(ask, { input: [user([file, question])] }))
    },
  },
  {
    name: 'multi-turn',
    run: async ask => {
      const input = [
        user('My name is Ada.'),
        { type: 'message', role: 'assistant', content: 'Hello Ada.' },
        user('What is my name?'),
      ]
      hasMessage(await answerOf(ask, { input }))
    },
  },
  {
    name: 'previous-response-id',
    run: async ask => {
      const first = await answerOf(ask, { input: 'My name is Ada.' })
      if (!first.store) throw new NotApplicable('Stored responses are off under Settings → Retention.')
      const second = await answerOf(ask, { input: 'What is my name?', previous_response_id: first.id })
      hasMessage(second)
      const { previous_response_id: previous } = second
      if (previous !== first.id) throw new Error(`previous_response_id is ${previous}, not ${first.id}.`)
    },
  },
]

type Answer = z.output<typeof strictResponse>

async function answerOf(ask: Ask, body: object): Promise<Answer> {
  return check(strictResponse, JSON.parse(await textOf(ask, body)), 'response')
}

/** The last response of a stream whose events are valid, named and counted without gaps. */
async function streamOf(ask: Ask, body: object): Promise<Answer> {
  const text = await textOf(ask, { ...body, stream: true })
  const blocks = text.split('\n\n').filter(block => block !== '' && !block.startsWith(':'))
  if (blocks.pop() !== 'data: [DONE]') throw new Error('The stream does not end with [DONE].')
  const events = blocks.map((block, index) => {
    const [, name, data = 'null'] = /^event: ([\w.]+)\ndata: (.*)$/.exec(block) ?? []
    const event = check(strictEvent, JSON.parse(data), `event ${index}`)
    if (event.type !== name || event.sequence_number !== index)
      throw new Error(`Event ${index} is named ${name} and counted ${event.sequence_number}.`)
    return event
  })
  const last = events.at(-1)
  if (last?.type !== 'response.completed') throw new Error(`The last event is ${last?.type}.`)
  return last.response
}

async function textOf(ask: Ask, body: object): Promise<string> {
  const response = await ask(body)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`HTTP ${response.status}: ${text.slice(0, 300)}`)
  return text
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, of: string): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`${of}: ${issue?.path.join('.')} ${issue?.message}`)
}

function hasMessage({ status, output }: Answer): void {
  if (status === 'completed' && output.some(({ type }) => type === 'message')) return
  throw new Error(`The response is ${status}, with ${JSON.stringify(output).slice(0, 300)}.`)
}

function hasCall({ output }: Answer): void {
  if (output.some(item => item.type === 'function_call' && item.name === 'get_weather')) return
  throw new Error(`The model did not call get_weather: ${JSON.stringify(output).slice(0, 300)}.`)
}

/** A PDF file with one line of text. */
function pdfOf(line: string): string {
  const stream = `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets: string[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(`${String(text.length).padStart(10, '0')} 00000 n \n`)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return text + table + trailer
}
