import { parentPort } from 'node:worker_threads'
import { calculate } from './calculate.ts'

export type CalculatorReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly text: string }
  | { readonly kind: 'nothing' }

parentPort?.postMessage({ kind: 'ready' } satisfies CalculatorReply)
parentPort?.on('message', (expression: string) => {
  const text = calculate(expression)
  const reply: CalculatorReply = text === null ? { kind: 'nothing' } : { kind: 'result', text }
  parentPort?.postMessage(reply)
})
