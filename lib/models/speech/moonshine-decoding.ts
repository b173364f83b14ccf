import type { InferenceSession, Tensor } from 'onnxruntime-node'
import { loadOnnxruntime } from '#lib/models/onnx/onnxruntime.ts'
import { sampleRate } from './read-wav.ts'

/** Greedy decoding of one window. */
export interface Decoding {
  readonly done: boolean
  readonly ids: readonly number[]
  /** Of the decoded tokens, with the end: low where the sounds are no words that the model knows. */
  readonly meanLogProbability: number
  step(): Promise<void>
}

const onnxruntime = await loadOnnxruntime()
const startId = 1
const endId = 2
const layers = 6
const heads = 8
const headSize = 36
// Faster than any speech: beyond it the model repeats itself.
const tokensPerSecond = 6.5

export function createDecoding(decoder: InferenceSession, states: Tensor, sampleCount: number): Decoding {
  const ids: number[] = []
  const tokensMax = Math.max(1, Math.ceil((sampleCount / sampleRate) * tokensPerSecond))
  // The length of the audio, not of the states: the graph scales it itself.
  const mask = new onnxruntime.Tensor('int64', new BigInt64Array(sampleCount).fill(1n), [1, sampleCount])
  const past = emptyPast()
  let next = startId
  let done = false
  let steps = 0
  let logProbability = 0

  return {
    get done() {
      return done
    },
    ids,
    get meanLogProbability() {
      return logProbability / Math.max(1, steps)
    },
    async step() {
      const isFirst = ids.length === 0
      const results = await decoder.run({
        input_ids: new onnxruntime.Tensor('int64', BigInt64Array.of(BigInt(next)), [1, 1]),
        encoder_hidden_states: states,
        encoder_attention_mask: mask,
        use_cache_branch: new onnxruntime.Tensor('bool', [!isFirst], [1]),
        ...past,
      })
      for (const name of Object.keys(past)) {
        // The cached encoder states of the first step stay unchanged.
        if (!isFirst && name.includes('.encoder.')) continue
        const present = results[name.replace('past_key_values', 'present')]
        if (present !== undefined) past[name] = present
      }
      const likeliest = findLikeliest(results['logits']?.data)
      next = likeliest.id
      steps += 1
      logProbability += likeliest.logProbability
      done = next === endId || ids.length + 1 >= tokensMax
      if (next !== endId) ids.push(next)
    },
  }
}

function emptyPast(): Record<string, Tensor> {
  const names = Array.from({ length: layers }, (_, layer) =>
    ['decoder', 'encoder'].flatMap(side =>
      ['key', 'value'].map(part => `past_key_values.${layer}.${side}.${part}`),
    ),
  ).flat()
  return Object.fromEntries(
    names.map(name => [
      name,
      new onnxruntime.Tensor('float32', new Float32Array(0), [1, heads, 0, headSize]),
    ]),
  )
}

function findLikeliest(logits: unknown): { readonly id: number; readonly logProbability: number } {
  if (!(logits instanceof Float32Array)) throw new Error('the decoder returns no numbers')
  let best = 0
  for (let id = 1; id < logits.length; id++) if ((logits[id] ?? 0) > (logits[best] ?? 0)) best = id
  let sum = 0
  for (const logit of logits) sum += Math.exp(logit - (logits[best] ?? 0))
  return { id: best, logProbability: -Math.log(sum) }
}
