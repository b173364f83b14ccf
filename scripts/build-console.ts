/** Builds the console as `npm start` would, for an image that cannot build later. */
import path from 'node:path'
import { environment } from '#lib/config.ts'
import { buildIfStale } from '#lib/supervisor/console-build.ts'

await buildIfStale({
  root: path.dirname(import.meta.dirname),
  environment,
  signal: AbortSignal.timeout(1_800_000),
  say: sentence => process.stdout.write(`${sentence}\n`),
})
