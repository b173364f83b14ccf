import { crc32, deflateRawSync } from 'node:zlib'

/** A zip archive with these members, compressed. */
export function createZip(members: Readonly<Record<string, Uint8Array>>): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(members)) {
    const packed = deflateRawSync(content)
    const common = header(packed.length, content, Buffer.byteLength(name))
    const local = Buffer.concat([signature(0x04034b50), common, Buffer.from(name), packed])
    const end = Buffer.alloc(14)
    end.writeUInt32LE(offset, 10)
    centrals.push(Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), common, end, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(centrals.length, 4)
  end.writeUInt16LE(centrals.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, signature(0x06054b50), end])
}

function header(packedSize: number, content: Uint8Array, nameLength: number): Buffer {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(20, 0)
  bytes.writeUInt16LE(8, 4)
  bytes.writeUInt32LE(crc32(content), 10)
  bytes.writeUInt32LE(packedSize, 14)
  bytes.writeUInt32LE(content.length, 18)
  bytes.writeUInt16LE(nameLength, 22)
  return bytes
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
