import type { ReportedCosts } from '#lib/capabilities/reported-costs.ts'
import type { Store } from '#lib/store/core/store.ts'
import type { Log } from './log.ts'

/**
 * Learns from the request log what models without a price cost: after a restart, many first requests at once would
 * otherwise reserve too little of a budget.
 */
export async function restoreReportedCosts(
  store: {
    readonly teams: Pick<Store['teams'], 'openModeOwner'>
    readonly bills: Pick<Store['bills'], 'latestReports'>
  },
  reportedCosts: ReportedCosts,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  try {
    const { teamId } = await store.teams.openModeOwner()
    const reports = await store.bills.latestReports(teamId)
    reportedCosts.restore(
      reports.map(({ provider, model, costNanos, tokens }) => ({
        providerId: provider,
        publicId: model,
        nanos: costNanos,
        tokens,
      })),
    )
  } catch (error) {
    log.warn({ err: error }, 'could not read the costs that providers reported')
  }
}
