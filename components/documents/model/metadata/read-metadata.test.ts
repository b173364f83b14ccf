import { expect, test } from 'vitest'
import { amsterdam, archive, exif, exifSegment, jpeg, png, xmpSegment } from './__fixtures__/pictures.ts'
import { readMetadata } from './read-metadata.ts'

const nothing = { position: null, authors: [] }
const xmp = `<rdf:Description exif:GPSLatitude="33,51.5S" exif:GPSLongitude="151,12.6E">
  <dc:creator><rdf:Seq><rdf:li>Ann &amp; Bo</rdf:li><rdf:li>Cy</rdf:li></rdf:Seq></dc:creator></rdf:Description>`

test('location and author of a photo are found, in EXIF as in XMP', async () => {
  const taken = jpeg(exifSegment({ artist: 'Jane Doe', gps: amsterdam }))

  expect(await readMetadata(taken)).toEqual({ position: '52.37410, 4.89970', authors: ['Jane Doe'] })
  expect(await readMetadata(jpeg(exifSegment({}), xmpSegment(xmp)))).toEqual({
    position: '-33.85833, 151.21000',
    authors: ['Ann & Bo', 'Cy'],
  })
  expect(await readMetadata(new Blob([exif({ artist: 'Jane Doe' })]))).toEqual({
    position: null,
    authors: ['Jane Doe'],
  })
})

test('the same is found in a PNG, and an author in a text chunk', async () => {
  expect(await readMetadata(png(['IHDR', 'x'], ['eXIf', exif({ gps: amsterdam })]))).toEqual({
    position: '52.37410, 4.89970',
    authors: [],
  })
  expect(await readMetadata(png(['tEXt', 'Author\0Jane Doe'], ['tEXt', 'Title\0Tides']))).toEqual({
    position: null,
    authors: ['Jane Doe'],
  })
})

test('creator and last editor of an office document are found', async () => {
  const core = '<a><dc:creator>Jane Doe</dc:creator><cp:lastModifiedBy>Bo</cp:lastModifiedBy></a>'
  const meta = '<a><meta:initial-creator>Jane Doe</meta:initial-creator><dc:creator>Jane Doe</dc:creator></a>'

  expect(await readMetadata(archive('docProps/core.xml', core))).toEqual({
    position: null,
    authors: ['Jane Doe', 'Bo'],
  })
  expect(await readMetadata(archive('meta.xml', meta))).toEqual({ position: null, authors: ['Jane Doe'] })
  expect(await readMetadata(archive('word/document.xml', core))).toEqual(nothing)
})

test('properties that inflate beyond the limit are read up to it', async () => {
  const bomb = `<dc:creator>Jane Doe</dc:creator>${' '.repeat(50_000_000)}<cp:lastModifiedBy>Bo</cp:lastModifiedBy>`

  expect(await readMetadata(archive('docProps/core.xml', bomb))).toEqual({
    position: null,
    authors: ['Jane Doe'],
  })
})

test.each([
  ['a text', new Blob(['The moon moves the tides.'])],
  ['nothing', new Blob([])],
  ['a photo that breaks off', jpeg(exifSegment({ artist: 'J', gps: amsterdam })).slice(0, 20)],
  ['EXIF that points beyond its end', new Blob([new Uint8Array([0x49, 0x49, 42, 0, 255, 255, 255, 255])])],
  ['an archive without a directory', new Blob(['PK\x03\x04', 'x'.repeat(100)])],
  ['an archive whose sizes lie', archive('docProps/core.xml', '<a/>', 2 ** 31).slice(0, 60)],
  ['half a place', jpeg(exifSegment({ gps: [[2, 5, 3, new Uint8Array(24).fill(255)]] }))],
])('%s gives nothing, and no failure', async (_, file) => {
  expect(await readMetadata(file)).toEqual(nothing)
})

test('a photo truncated anywhere is read without a failure', async () => {
  const whole = new Uint8Array(await jpeg(exifSegment({ artist: 'Jane Doe', gps: amsterdam })).arrayBuffer())
  const cuts = Array.from({ length: whole.length }, (_, length) => new Blob([whole.subarray(0, length)]))

  const read = await Promise.all(cuts.map(readMetadata))

  expect(read.every(({ position }) => position === null || position === '52.37410, 4.89970')).toBe(true)
})
