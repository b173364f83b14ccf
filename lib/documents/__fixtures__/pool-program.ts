/** A program with its own pool that reads the given file: the test kills it. */
import path from 'node:path'
import { createParsePool } from '#lib/documents/pool/pool.ts'
import { testOptions } from './test-options.ts'

const [, , file = ''] = process.argv
const pool = createParsePool({ folder: path.dirname(file), readable: [], searchPath: '/usr/bin:/bin' })
await pool.parseFile(file, testOptions, {
  signal: new AbortController().signal,
  anonymous: false,
  transcribe: () => Promise.reject(new Error('This test has no speech engine.')),
})
await pool.close()
