import { parentPort, workerData } from 'node:worker_threads'
import type { InferenceSession } from 'onnxruntime-node'
import { loadOnnxruntime, sessionOptions } from './onnxruntime.ts'
import { reduceOutput } from './reduce-output.ts'
import type { TokenSequence } from './token-sequence.ts'
import type { FromWorker, OnnxWorkerData, Row, ToWorker } from './worker-messages.ts'

// The library's run() blocks its thread until the graph is done, so it has its own.
const port = parentPort
if (port === null) throw new Error('onnx-worker.ts is started as a worker')
const { modelPath, reduction, threads } = workerData as OnnxWorkerData

const onnxruntime = await loadOnnxruntime()
const session = await load()

port.on('message', (message: ToWorker) => {
  if (message.type === 'close') return void close()
  void evaluate(message.sequences)
})

async function load(): Promise<InferenceSession> {
  const loaded = await onnxruntime.InferenceSession.create(modelPath, sessionOptions(threads))
  tell({ type: 'ready' })
  return loaded
}

async function close(): Promise<void> {
  await session.release()
  port?.close()
}

async function evaluate(sequences: readonly TokenSequence[]): Promise<void> {
  const rows: Row[] = []
  for (const sequence of sequences) rows.push(await evaluateOne(sequence))
  tell(
    { type: 'rows', rows },
    rows.flatMap(row => (row instanceof Float32Array ? [row.buffer] : [])),
  )
}

/** A text that cannot be evaluated must not fail the rest of the batch. */
async function evaluateOne({ ids, secondStart }: TokenSequence): Promise<Row> {
  try {
    const feeds = {
      input_ids: BigInt64Array.from(ids, BigInt),
      attention_mask: new BigInt64Array(ids.length).fill(1n),
      token_type_ids: new BigInt64Array(ids.length).fill(1n, secondStart),
    }
    const tensors = Object.entries(feeds)
      .filter(([name]) => session.inputNames.includes(name))
      .map(([name, data]) => [name, new onnxruntime.Tensor('int64', data, [1, ids.length])] as const)
    const results = await session.run(Object.fromEntries(tensors))
    const output = results[session.outputNames[0] ?? '']?.data
    if (!(output instanceof Float32Array)) throw new Error('the graph returns no numbers')
    return reduceOutput(output, ids.length, reduction)
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

function tell(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer)
}
