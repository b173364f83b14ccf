import { type FileMetadata, toAuthors } from './file-metadata.ts'

const creators = /<dc:creator>([\s\S]{0,4000}?)<\/dc:creator>/g
const items = /<rdf:li[^>]{0,200}>([^<]{1,400})<\/rdf:li>/g
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What an XMP packet, or another piece of XML with the same names, says of place and author. */
export function readXmp(text: string): FileMetadata {
  const named = [...text.matchAll(creators)].flatMap(([, inner = '']) => {
    const listed = [...inner.matchAll(items)].map(([, name = '']) => name)
    return listed.length > 0 ? listed : [inner.replace(/<[^>]*>/g, '')]
  })
  return { position: toPosition(text), authors: toAuthors(named.map(unescape)) }
}

/** `52,22.446N` and `4,53.982E`, as an attribute or an element. */
function toPosition(text: string): string | null {
  const latitude = toDegrees(text, 'GPSLatitude')
  const longitude = toDegrees(text, 'GPSLongitude')
  return latitude === null || longitude === null ? null : `${latitude}, ${longitude}`
}

function toDegrees(text: string, name: string): string | null {
  const found = new RegExp(`exif:${name}(?:="|>)(\\d{1,3}),(\\d{1,2}(?:\\.\\d+)?)([NSEW])`).exec(text)
  if (found === null) return null
  const degrees = Number(found[1]) + Number(found[2]) / 60
  return (found[3] === 'S' || found[3] === 'W' ? -degrees : degrees).toFixed(5)
}

function unescape(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
}
