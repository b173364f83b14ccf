/** The peer of `bench models`: node-llama-cpp called directly, one measurement for each line on standard input. */
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { getLlama } from 'node-llama-cpp'
import { z } from 'zod'

const orderSchema = z.object({ question: z.string(), tokens: z.int() })

const [modelPath = ''] = process.argv.slice(2)
const llama = await getLlama({
  build: 'never',
  progressLogs: false,
  logLevel: 'error' as never,
  maxThreads: availableParallelism(),
})
const model = await llama.loadModel({ modelPath })
const context = await model.createContext({ contextSize: 4096 })
const sequence = context.getSequence()
console.log('ready')

for await (const line of createInterface(process.stdin)) {
  const { question, tokens } = orderSchema.parse(JSON.parse(line))
  const system = 'You are Qwen, created by Alibaba Cloud. You are a helpful assistant.'
  const prompt = `<|im_start|>system\n${system}<|im_end|>\n<|im_start|>user\n${question}<|im_end|>\n<|im_start|>assistant\n`
  await sequence.clearHistory()
  const startMs = performance.now()
  let firstMs = 0
  let count = 0
  for await (const _token of sequence.evaluate(model.tokenize(prompt, true), { temperature: 0 })) {
    count += 1
    if (count === 1) firstMs = performance.now()
    if (count === tokens) break
  }
  const tokensPerSecond = ((count - 1) * 1000) / (performance.now() - firstMs)
  console.log(JSON.stringify({ tokensPerSecond, firstMs: firstMs - startMs, count }))
}
