import { listGateways } from '#lib/console/settings/gateways.ts'

export const GET = listGateways
