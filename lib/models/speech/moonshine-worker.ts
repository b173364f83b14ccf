import { parentPort, workerData } from 'node:worker_threads'
import type { Tensor } from 'onnxruntime-node'
import { loadOnnxruntime, sessionOptions } from '#lib/models/onnx/onnxruntime.ts'
import { createDecoding, type Decoding } from './moonshine-decoding.ts'
import type { FromMoonshine, MoonshineWorkerData, ToMoonshine } from './moonshine-messages.ts'

// The library's run() blocks its thread until the graph is done, so it has its own.
const port = parentPort
if (port === null) throw new Error('moonshine-worker.ts is started as a worker')
const { encoderPath, decoderPath, threads } = workerData as MoonshineWorkerData

const onnxruntime = await loadOnnxruntime()
const encoder = await onnxruntime.InferenceSession.create(encoderPath, sessionOptions(threads))
const decoder = await onnxruntime.InferenceSession.create(decoderPath, sessionOptions(threads))
let decoding: Decoding | null = null
tell({ type: 'ready' })

port.on('message', (message: ToMoonshine) => {
  if (message.type === 'close') return void close()
  work(message).then(tell, (error: unknown) => {
    decoding = null
    tell({ type: 'failed', failure: error instanceof Error ? error.message : String(error) })
  })
})

async function work(message: Exclude<ToMoonshine, { type: 'close' }>): Promise<FromMoonshine> {
  if (message.type === 'hear') {
    decoding = createDecoding(decoder, await encode(message.samples), message.samples.length)
    return { type: 'heard', ids: null, meanLogProbability: 0 }
  }
  if (decoding === null) throw new Error('no window is being transcribed')
  const untilMs = performance.now() + message.ms
  do await decoding.step()
  while (!decoding.done && performance.now() < untilMs)
  const { done, ids, meanLogProbability } = decoding
  return { type: 'heard', ids: done ? ids : null, meanLogProbability }
}

async function encode(samples: Float32Array<ArrayBuffer>): Promise<Tensor> {
  const shape = [1, samples.length]
  const results = await encoder.run({
    input_values: new onnxruntime.Tensor('float32', samples, shape),
    attention_mask: new onnxruntime.Tensor('int64', new BigInt64Array(samples.length).fill(1n), shape),
  })
  const output = results['last_hidden_state']
  if (output === undefined) throw new Error('the encoder returns no states')
  return output
}

async function close(): Promise<void> {
  await Promise.all([encoder.release(), decoder.release()])
  port?.close()
}

function tell(message: FromMoonshine): void {
  port?.postMessage(message)
}
