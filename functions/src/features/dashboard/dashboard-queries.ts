/** Flat, and without anything that names a patient. */
const counted =
  'SELECT c.id, c.type, c._etag, c.Id, c.ReceivedAt, c.DecidedAt, c.StatusId, c.Decision.Kind, c.Decision.Reason, ' +
  'c.Source.Organization, c.Address.County, c.Address.State, c.Payers, c.Restriction, c.Owner, c.CreatedBy FROM c ' +
  "WHERE c.type = 'referral' AND c.DeletedAt = null";
const byReceipt = 'ORDER BY c.type ASC, c.ReceivedAt DESC';

export const receivedReferrals = `${counted} AND c.ReceivedAt >= @from ${byReceipt}`;

/** Finds referrals without a decision; the caller leaves out those whose status ends the work. */
export const openReferrals = `${counted} AND c.Decision.Kind = 'Pending' ${byReceipt}`;
