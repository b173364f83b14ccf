/** Writes batches of 100 rows until it is killed, and prints the number of each acknowledged batch. */
import { writeSync } from 'node:fs'
import { openStore } from '#lib/store/core/store.ts'
import { requestRow } from './test-request-row.ts'

const [dataDir = '', databaseUrl = ''] = process.argv.slice(2)
const store = await openStore({ dataDir, databaseUrl: databaseUrl === '' ? null : databaseUrl })
for (let batch = 0; ; batch++) {
  const rows = Array.from({ length: 100 }, (_, index) =>
    requestRow({ id: `req_${batch}_${index}`, startedAt: batch }),
  )
  await store.requests.insertMany(rows)
  writeSync(1, `${batch}\n`)
}
