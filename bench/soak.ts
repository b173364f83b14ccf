/**
 * `npm run test:soak [-- MINUTES [KILLS]]`: ten minutes of requests of every kind, then each process of the
 * server killed twenty times under load. 0 skips a part.
 */
import { printRows } from './print-rows.ts'
import type { Row } from './row.ts'
import { soakKills } from './soak-kills.ts'
import { soakSteadily } from './soak-steady.ts'

const [minutes = 10, kills = 20] = process.argv.slice(2).map(Number)
if (!(minutes >= 0 && kills >= 0)) throw new Error('Pass minutes and kills, e.g. npm run test:soak -- 3 20')

const parts: readonly (readonly [string, number, () => Promise<readonly Row[]>])[] = [
  [`soak of ${minutes} min`, minutes, () => soakSteadily(minutes * 60_000)],
  [`each process killed ${kills} times`, kills, () => soakKills(kills)],
]
for (const [name, amount, measure] of parts) {
  if (amount === 0) continue
  const rows = await measure()
  printRows(name, rows)
  if (rows.some(row => row.ok === false)) process.exitCode = 1
}
