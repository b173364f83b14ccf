/** Process that reads files, one at a time, until the pool stops it. `child-preload.ts` runs first. */
import { ApiError } from '#lib/errors.ts'
import type { ChildMessage, ParentMessage, ParseJob, ToolAnswer, ToolRequest } from './child-messages.ts'
import { extractFile } from './extract-file.ts'
import { isParseReason } from '#lib/documents/parse-error.ts'
import type { ChildTools } from '#lib/documents/parser.ts'
import { traceFault } from '#lib/documents/trace-fault.ts'

const detailLength = 4000
// Of a file, however many pages it has. OCR and speech take seconds for each of their steps.
const pageReportsMax = 20
const pending = new Map<number, (answer: ToolAnswer) => void>()
let requests = 0
let spoiled = false

const tools: ChildTools = {
  run: async request => {
    const answer = await ask(request)
    return 'output' in answer ? answer.output : ''
  },
  transcribe: async (file, name) => {
    const answer = await ask({ tool: 'transcribe', file, name })
    if (!('transcript' in answer)) throw new Error('The pool sent a response to another request.')
    return answer.transcript
  },
  report(step) {
    const isReported =
      step.kind !== 'page' ||
      step.done === step.total ||
      step.done % Math.ceil(step.total / pageReportsMax) === 0
    if (isReported) tell({ type: 'step', step })
  },
  expectOcrPages: pages => tell({ type: 'ocr_pages', pages }),
  spoil: () => {
    spoiled = true
  },
}

// Only the pool stops it: systemd sends SIGTERM to every process of a service while uploads may still finish.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
process.on('message', (message: ParentMessage) => {
  switch (message.type) {
    case 'job':
      return void work(message.job)
    case 'tool_answer': {
      pending.get(message.id)?.(message.answer)
      pending.delete(message.id)
    }
  }
})
await warmUp()
tell({ type: 'ready' })

async function work(job: ParseJob): Promise<void> {
  try {
    tell({ type: 'done', ...(await extractFile(job, tools)), spoiled })
  } catch (error) {
    tell(toFailed(error))
  }
}

async function ask(request: ToolRequest): Promise<Extract<ToolAnswer, { ok: true }>> {
  requests += 1
  const id = requests
  const { promise, resolve } = Promise.withResolvers<ToolAnswer>()
  pending.set(id, resolve)
  tell({ type: 'tool', id, request })
  const answer = await promise
  if (answer.ok) return answer
  const { code, message, reason, param } = answer
  throw new ApiError(code, message, { ...(reason !== null && { reason }), ...(param !== null && { param }) })
}

function toFailed(error: unknown): ChildMessage {
  const detail =
    error instanceof Error ? (error.stack ?? error.message).slice(0, detailLength) : String(error)
  const param = error instanceof ApiError ? error.param : null
  const known = { type: 'failed', detail, param, fault: null, spoiled } as const
  if (error instanceof ApiError && isParseReason(error.reason)) {
    return { ...known, reason: error.reason, failure: null, message: error.message }
  }
  if (error instanceof ApiError) {
    const failure = { code: error.code, message: error.message }
    return { ...known, reason: null, failure, message: error.message }
  }
  // A bug triggered by an unusual file, or a WebAssembly trap: the next file gets a fresh child.
  const message =
    'is damaged or very unusual and cannot be read. Open it in its original application and save it again.'
  return { ...known, reason: 'corrupt', failure: null, message, fault: traceFault(error), spoiled: true }
}

function tell(message: ChildMessage): void {
  process.send?.(message)
}

/** Preloads the modules that most files need. */
async function warmUp(): Promise<void> {
  await Promise.all([
    import('#lib/documents/pdf/pdfium.ts').then(({ loadPdfium }) => loadPdfium()),
    import('officeparser'),
  ])
}
