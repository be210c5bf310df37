/** A reason that people are told. */
export class BackupRefusal extends Error {
  override readonly name = 'BackupRefusal';
}
