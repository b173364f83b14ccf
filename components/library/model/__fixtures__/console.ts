import { vi } from 'vitest'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** Fakes the console's API route: answers each request and records it. */
export function answerWith(answer: (asked: Asked) => Response | Promise<Response>): readonly Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted()
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    const call = { method: init.method ?? 'GET', path, body }
    asked.push(call)
    return answer(call)
  })
  return asked
}
