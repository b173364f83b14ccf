import { fileURLToPath } from 'node:url'

const framesMax = 12
const root = new URL('../..', import.meta.url).href
const folder = fileURLToPath(root)

/**
 * Location of an unexpected exception: its class and stack positions. Its message is omitted because it may quote
 * the file.
 */
export function traceFault(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const frames = (error.stack ?? '').split('\n').filter(line => /^\s+at .*:\d+:\d+\)?$/.test(line))
  const places = frames.slice(0, framesMax).map(line => line.replace(root, '').replace(folder, ''))
  return [error.constructor.name, ...places].join('\n')
}
