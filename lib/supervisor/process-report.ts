/** Reports the other processes from the supervisor to the gateway, whose metrics show them. */
import { z } from 'zod'

const reportSchema = z.object({
  kind: z.literal('sextant:processes'),
  processes: z.array(z.object({ name: z.string(), pid: z.int().nullable(), restarts: z.int() })),
})

export type ReportedProcess = z.output<typeof reportSchema>['processes'][number]

/** The message of the supervisor. */
export function toProcessReport(processes: readonly ReportedProcess[]): object {
  return { kind: 'sextant:processes', processes }
}

/** The processes as last reported; none without a supervisor. */
export function followProcesses(): () => readonly ReportedProcess[] {
  let processes: readonly ReportedProcess[] = []
  process.on('message', message => {
    processes = reportSchema.safeParse(message).data?.processes ?? processes
  })
  return () => processes
}
