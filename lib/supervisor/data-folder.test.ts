import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { takeDataFolder } from './data-folder.ts'

const newFolder = () => path.join(mkdtempSync(path.join(tmpdir(), 'sextant-data-')), 'data')
const content = {
  pid: process.pid,
  startedAt: Date.now(),
  host: '127.0.0.1',
  port: 3000,
  internalToken: 'token',
  consolePort: 40001,
  modelsPort: 40002,
}

test('a new data folder is private to its owner, and its lock contains all ports', () => {
  const folder = newFolder()

  using _lock = takeDataFolder(folder, content)

  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(JSON.parse(readFileSync(path.join(folder, 'sextant.lock'), 'utf8'))).toEqual(content)
})

test('a folder in use is rejected with the pid and the next step', () => {
  const folder = newFolder()
  takeDataFolder(folder, content).release()
  writeFileSync(path.join(folder, 'sextant.lock'), JSON.stringify({ ...content, pid: process.ppid }))

  expect(() => takeDataFolder(folder, content)).toThrow(
    new RegExp(`process ${process.ppid}\\.[^]*SEXTANT_DATA_DIR`),
  )
})

test('a folder that cannot be created is named, with the setting to change', () => {
  const file = path.join(path.dirname(newFolder()), 'file')
  writeFileSync(file, '')

  expect(() => takeDataFolder(path.join(file, 'data'), content)).toThrow(/Cannot write to.*SEXTANT_DATA_DIR/)
})
