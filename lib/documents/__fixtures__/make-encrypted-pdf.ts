import { createHash } from 'node:crypto'

// ISO 32000-1 §7.6.3, revision 2: 40-bit RC4, the oldest encryption that readers still support.
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const keyBytes = 5
const permissions = -44
const id = Buffer.alloc(16, 7)

/** An encrypted page with `text`; an empty user password opens without a prompt. */
export function makeEncryptedPdf(text: string, { user, owner }: { readonly user: string; readonly owner: string }): Buffer {
  const ownerEntry = rc4(md5(padded(owner)).subarray(0, keyBytes), padded(user))
  const permissionBytes = Buffer.alloc(4)
  permissionBytes.writeInt32LE(permissions)
  const key = md5(Buffer.concat([padded(user), ownerEntry, permissionBytes, id])).subarray(0, keyBytes)
  const content = rc4(objectKey(key, 4), Buffer.from(`BT /F 24 Tf 72 700 Td (${text}) Tj ET`))
  const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
    Buffer.concat([Buffer.from(`<</Length ${content.length}>>stream\n`), content, Buffer.from('\nendstream')]),
    `<</Filter/Standard/V 1/R 2/O ${hex(ownerEntry)}/U ${hex(rc4(key, padding))}/P ${permissions}>>`,
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const offsets = objects.map((object, at) => {
    const offset = Buffer.concat(parts).length
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
    return offset
  })
  const start = Buffer.concat(parts).length
  const rows = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<</Size 6/Root 1 0 R/Encrypt 5 0 R/ID[${hex(id)}${hex(id)}]>>\nstartxref\n${start}\n%%EOF`
  return Buffer.concat([...parts, Buffer.from(`xref\n0 6\n0000000000 65535 f \n${rows}${trailer}`)])
}

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest()
}

function objectKey(key: Buffer, number: number): Buffer {
  return md5(Buffer.concat([key, Buffer.from([number, 0, 0, 0, 0])])).subarray(0, keyBytes + 5)
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at)
  const at = (index: number): number => state[index & 255] ?? 0
  const swap = (one: number, other: number): void => {
    ;[state[one & 255], state[other & 255]] = [at(other), at(one)]
  }
  let j = 0
  for (let i = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let [x, y] = [0, 0]
  return data.map(byte => {
    x = (x + 1) & 255
    y = (y + at(x)) & 255
    swap(x, y)
    return byte ^ at(at(x) + at(y))
  }) as Buffer
}
