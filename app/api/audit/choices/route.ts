import { listAuditChoices } from '#lib/console/settings/audit.ts'

export const GET = listAuditChoices
