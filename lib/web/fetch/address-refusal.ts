/** A connection blocked by our own rules. The reason contains addresses and is only for the log. */
export class AddressRefusal extends Error {
  override readonly name = 'AddressRefusal'
}
