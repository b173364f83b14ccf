import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  readonly name: string
  readonly data: Buffer | string
  /** False header values. */
  readonly claimedBytes?: number
  readonly stored?: boolean
}

/** A ZIP of parts, whose headers may be false. */
export function makeZip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, claimedBytes, stored = false } of parts) {
    const raw = Buffer.from(data)
    const packed = stored ? raw : deflateRawSync(raw)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(stored ? 0 : 8, 4)
    fields.writeUInt32LE(crc32(raw), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimedBytes ?? raw.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    locals.push(Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name), packed)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, rest, Buffer.from(name))
    offset += 4 + fields.length + Buffer.byteLength(name) + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, central, end])
}
