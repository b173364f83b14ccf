import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'

// Linux reports pages; every kernel supported by Node 24 builds here has pages of 4 KiB, but arm64 may use 16 or
// 64.
let pageBytes: number | null = null

/**
 * Resident memory of a process in bytes; 0 if it has exited. A busy process cannot report itself, so it is
 * measured from outside. On Linux its children count too: a program may be behind its launcher.
 */
export async function residentBytes(pid: number): Promise<number> {
  if (process.platform !== 'linux') return await bytesByPs(pid)
  try {
    pageBytes ??= await measurePageBytes()
    const [, pages] = (await readFile(`/proc/${pid}/statm`, 'ascii')).split(' ')
    const children = await Promise.all((await childrenOf(pid)).map(residentBytes))
    return children.reduce((sum, bytes) => sum + bytes, Number(pages) * pageBytes)
  } catch {
    return 0
  }
}

/** Those of its main thread, which starts them in the programs used here. */
async function childrenOf(pid: number): Promise<number[]> {
  // Not every kernel has this file.
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'ascii').catch(() => '')
  return listed.split(' ').filter(Boolean).map(Number)
}

async function measurePageBytes(): Promise<number> {
  const [total] = (await readFile('/proc/self/statm', 'ascii')).split(' ')
  const status = await readFile('/proc/self/status', 'ascii')
  const kilobytes = Number(/VmSize:\s+(\d+)/.exec(status)?.[1])
  const ratio = (kilobytes * 1024) / Number(total)
  return [4096, 16_384, 65_536].find(size => Math.abs(ratio / size - 1) < 0.2) ?? 4096
}

async function bytesByPs(pid: number): Promise<number> {
  return await new Promise(resolve => {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], { timeout: 2000 }, (error, output) => {
      resolve(error === null ? Number(output.trim()) * 1024 : 0)
    })
  })
}
