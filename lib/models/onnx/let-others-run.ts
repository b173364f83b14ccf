import { setImmediate as nextTick } from 'node:timers/promises'

const sliceMs = 8
// Per thread: several calls share its time slices.
let sliceEndsMs = 0

/** Await it between the pieces of long work, so that other calls can run. */
export async function letOthersRun(): Promise<void> {
  if (performance.now() <= sliceEndsMs) return
  await nextTick()
  sliceEndsMs = performance.now() + sliceMs
}
