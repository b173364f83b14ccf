import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenForStop } from './stop-signals.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.removeAllListeners(signal)
})

function listen() {
  const drain = vi.fn<(reason: string) => void>()
  const kill = vi.fn<() => void>()
  listenForStop({ drain, kill })
  return { drain, kill }
}

test('one key press that arrives three times drains open responses', () => {
  const { drain, kill } = listen()

  process.emit('SIGINT')
  process.emit('SIGINT')
  vi.advanceTimersByTime(400)
  process.emit('SIGINT')

  expect(drain).toHaveBeenCalledExactlyOnceWith('Ctrl-C')
  expect(kill).not.toHaveBeenCalled()
})

test('a second key press stops immediately', () => {
  const { drain, kill } = listen()

  process.emit('SIGINT')
  vi.advanceTimersByTime(600)
  process.emit('SIGINT')

  expect(drain).toHaveBeenCalledOnce()
  expect(kill).toHaveBeenCalledOnce()
})

test.each(['SIGTERM', 'SIGHUP'] as const)('%s drains open responses', signal => {
  const { drain } = listen()

  process.emit(signal)

  expect(drain).toHaveBeenCalledExactlyOnceWith(signal)
})

test('the exit of the parent process stops the server', () => {
  const { drain } = listen()

  process.emit('disconnect')

  expect(drain).toHaveBeenCalledExactlyOnceWith('parent process exited')
})
