import { toUnit } from '#lib/models/onnx/to-unit.ts'
import { readInputs } from '#lib/models/onnx/read-inputs.ts'
import { readEmbeddingsCall } from './embeddings-call.ts'
import { sendEmbeddings } from './embeddings-wire.ts'
import { readJsonBody, type Exchange } from './exchange.ts'
import type { ModelHost } from './model-host.ts'
import { toKey, toServerTiming } from './place.ts'

/** `POST /v1/embeddings`. */
export async function answerEmbeddings(host: ModelHost, exchange: Exchange): Promise<void> {
  using _place = host.smallCalls.enter()
  const { signal } = exchange
  const call = readEmbeddingsCall(await readJsonBody(exchange))
  await host.weights.require(call.entry, signal)
  using use = await host.embedders.use(call.entry)
  const sequences = await readInputs(use.runner, call.texts, { ...call, signal })
  const { vectors, queueMs } = await use.runner.batches.run(sequences, { key: toKey(exchange), signal })
  if (call.normalized) for (const vector of vectors) toUnit(vector)
  await sendEmbeddings(exchange, {
    model: call.entry.id,
    vectors,
    encoding: call.encoding,
    tokens: sequences.reduce((sum, { ids }) => sum + ids.length, 0),
    timing: toServerTiming({ queueMs, loadMs: use.loadMs }),
  })
}
