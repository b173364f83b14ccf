import { execFile, type ExecFileOptions } from 'node:child_process'

/** Runs a program without input. @returns its output; it rejects with the output of one that fails */
export function runFile(
  file: string,
  args: readonly string[],
  options: ExecFileOptions,
): Promise<{ readonly stdout: string }> {
  return new Promise((resolve, reject) => {
    const child = execFile(file, [...args], { ...options, encoding: 'utf8' }, (error, stdout, stderr) => {
      if (error === null) resolve({ stdout })
      else reject(new Error(`${error.message}\n${stdout}\n${stderr}`, { cause: error }))
    })
    child.stdin?.end()
  })
}
