/** A reservation that one call took from leases before its work; its row settles it. */
export interface ReservedAmount {
  readonly budgetId: string
  readonly leaseId: string
  readonly nanos: number
}
