import { setImmediate as nextTick } from 'node:timers/promises'

const sliceMs = 8
// Of the thread: work of several calls shares its slices.
let sliceEndsMs = 0

/** To be awaited between the pieces of long work, so that other calls go on in between. */
export async function letOthersRun(): Promise<void> {
  if (performance.now() <= sliceEndsMs) return
  await nextTick()
  sliceEndsMs = performance.now() + sliceMs
}
