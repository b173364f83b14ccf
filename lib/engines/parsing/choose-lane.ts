import { open } from 'node:fs/promises'
import type { ParseOptions } from './options.ts'
import { readSignature } from './signature.ts'

const headBytes = 2048

/** The slow lane is for what takes minutes: recognising pages, sound, and converting old office files. */
export async function chooseLane(path: string, options: ParseOptions): Promise<'fast' | 'slow'> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    switch (readSignature(buffer.subarray(0, bytesRead))) {
      case 'audio':
      case 'mp4':
      case 'webm':
      case 'ole':
        return 'slow'
      case 'image':
      case 'pdf':
        return options.enableOcr ? 'slow' : 'fast'
      case 'zip':
        return options.enableOcr && options.imagesOnly ? 'slow' : 'fast'
      case 'rtf':
      case 'other':
        return 'fast'
    }
  } finally {
    await file.close()
  }
}
