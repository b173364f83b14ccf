import { expect, test } from 'vitest'
import { addFiles } from './add-files.ts'
import { adviceFor, checkFile } from './check-file.ts'
import { createFileStore } from './file-store.ts'
import { hashFile } from './hash-file.ts'
import { sameFileBefore } from './document-file.ts'

function options() {
  let last = 0
  return { fileStore: createFileStore(), newId: () => `id-${(last += 1)}` }
}

test.each([
  [{ name: 'a.pdf', size: 0 }, /empty/],
  [{ name: 'a.pdf', size: 50 * 1024 * 1024 + 1 }, /limit is .*50 MiB/],
  [{ name: 'a.ZIP', size: 1 }, /Unpack/],
  [{ name: 'a.exe', size: 1 }, /Programs/],
  [{ name: 'a.pages', size: 1 }, /Export it as PDF/],
])('%o is rejected with a reason before it is sent', (file, words) => {
  expect(checkFile(file)).toMatch(words)
})

test.each(['a.pdf', 'a.docx', 'a', 'a.unknown', 'a.constructor', 'a.__proto__'])(
  '%s may be sent: its content decides',
  name => {
    expect(checkFile({ name, size: 50 * 1024 * 1024 })).toBeNull()
  },
)

test('recordings that need ffmpeg are named before they are sent', () => {
  expect(adviceFor([{ name: 'talk.M4A' }, { name: 'a.mp3' }])).toMatch(/^talk\.M4A: .*ffmpeg/)
  expect(adviceFor([{ name: 'a.mp3' }, { name: 'm4a' }])).toBeNull()
})

test('rejected files are named, and the others are added', () => {
  const { files, refused } = addFiles([], [new File(['a'], 'a.txt'), new File([], 'b.txt')], options())

  expect(files).toMatchObject([{ name: 'a.txt', sizeBytes: 1, attached: true }])
  expect(refused).toEqual([{ name: 'b.txt', reason: 'The file is empty.' }])
})

test("the files of a folder are sorted by name, selected ones keep the picker's order", () => {
  const named = (...names: readonly string[]) =>
    names.map(name => Object.assign(new File(['a'], name), { path: name }))
  const pathsOf = (dropped: readonly File[]) => addFiles([], dropped, options()).files.map(({ path }) => path)

  expect(pathsOf(named('notes/10.txt', 'notes/9.txt', 'notes/a/1.txt'))).toEqual([
    'notes/9.txt',
    'notes/10.txt',
    'notes/a/1.txt',
  ])
  expect(pathsOf(named('b.txt', './a.txt'))).toEqual(['b.txt', 'a.txt'])
})

test('a file with missing bytes is attached again instead of being added', () => {
  const { fileStore, newId } = options()
  const missing = {
    id: 'kept',
    name: 'a.txt',
    path: 'a.txt',
    type: '',
    sizeBytes: 1,
    sha256: null,
    attached: false,
  }

  const { files, attachedAgain } = addFiles([missing], [new File(['a'], 'a.txt')], { fileStore, newId })

  expect(files).toEqual([{ ...missing, attached: true }])
  expect(attachedAgain).toEqual(['a.txt'])
  expect(fileStore.get('kept')?.name).toBe('a.txt')
})

test('the same bytes under another name are detected by their hash', async () => {
  const dropped = [new File(['same'], 'a.txt'), new File(['diff'], 'b.txt'), new File(['same'], 'c.txt')]
  const { files } = addFiles([], dropped, options())
  const hashes = await Promise.all(dropped.map(hashFile))
  const hashed = files.map((file, at) => ({ ...file, sha256: hashes[at] ?? null }))

  expect(hashed.map((_, at) => sameFileBefore(hashed, at)?.name ?? null)).toEqual([null, null, 'a.txt'])
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/)
})
