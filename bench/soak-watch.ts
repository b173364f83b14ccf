import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './gateway-measures.ts'
import type { Measurable } from './start-process.ts'

/** Samples a process's memory once a second until it is disposed. */
export function watchMemory(process: Measurable) {
  const megabytes: number[] = []
  const timer = setInterval(() => megabytes.push(process.rssMegabytes()), 1000)
  return {
    /** Medians of the first and the last fifth, because single samples depend on garbage collection. */
    ends(): { readonly first: number; readonly last: number } {
      const fifth = Math.max(1, Math.floor(megabytes.length / 5))
      return { first: median(megabytes.slice(0, fifth)), last: median(megabytes.slice(-fifth)) }
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** Open files and sockets of a process once their number is stable for ten seconds, or after a minute. */
export async function idleHandles(process: Measurable): Promise<number> {
  const count = () => readdirSync(`/proc/${process.pid}/fd`).length
  let last = count()
  let still = 0
  for (let second = 0; second < 60 && still < 10; second++) {
    await sleep(1000)
    const now = count()
    still = now === last ? still + 1 : 0
    last = now
  }
  return last
}
