import { type Link, leads, owns, related, votes } from '../link.ts'

/** The relations between the well-known parties. Shares of a company sum to 1. */
export const wellKnownLinks: readonly Link[] = [
  owns('voss', 'umbra-lake', 1),
  owns('umbra-lake', 'tideglass-holding', 0.8),
  owns('hartog', 'tideglass-holding', 0.2),
  owns('tideglass-holding', 'tideglass', 1),
  leads('hartog', 'tideglass', 'Managing Director', 'executive'),

  owns('crimson-anvil', 'anvil-trading', 1),
  related('crimson-anvil', 'anvil-trading', 'ControlsRelationship', 'Appoints the management'),

  owns('ashgrove', 'petrel-north', 1),
  owns('ashgrove', 'petrel-south', 1),
  owns('petrel-north', 'petrelwood', 0.55),
  owns('petrel-south', 'petrelwood', 0.45),
  leads('ashgrove', 'petrelwood', 'Chair', 'board_member'),

  owns('moebius-left', 'moebius-right', 0.4),
  owns('meridian-capital', 'moebius-right', 0.6),
  owns('moebius-right', 'moebius-left', 0.3),
  owns('ferro', 'moebius-left', 0.7),

  owns('paperlantern', 'saltmarsh', 1),
  related('okonjo-vane', 'paperlantern', 'ControlsRelationship', 'The nominee holds its shares for him'),
  votes('okonjo-vane', 'saltmarsh', 1),

  owns('brask', 'halfmoon', 0.5),
  owns('larkspur', 'halfmoon', 0.5),

  owns('lazurin', 'twinspire', 0.26),
  owns('zelenko', 'twinspire', 0.26),
  owns('ferro', 'twinspire', 0.48),

  owns('ketteridge', 'goldfinch', 0.12),
  owns('meridian-capital', 'goldfinch', 0.88),

  leads('solheim', 'larkspur', 'Member of the Board', 'board_member', true),
  leads('montclair', 'petrelwood', 'Adviser to the Board', 'advisor'),
  leads('quillon', 'brightwater', 'Chief Financial Officer', 'executive', true),
  leads('tanakawa', 'haneul', 'Member of the Advisory Council', 'advisor'),

  owns('brandt', 'nordwind', 0.6),
  owns('meridian-capital', 'nordwind', 0.4),
  leads('brandt', 'nordwind', 'Managing Director', 'executive'),
  { source: 'nordwind', target: 'nordwind-service', type: 'SubsidiaryRelationship' },
  owns('nordwind', 'nordwind-service', 1),
  related('larkspur', 'nordwind', 'SupplierRelationship', 'Supplies bearings'),
  related('nordwind', 'haneul', 'PartnershipRelationship', 'Joint development'),
  related('nordwind', 'old-foundry', 'AcquisitionRelationship', 'Bought the casting business'),
  related('meridian-capital', 'sparrowgate', 'InvestmentRelationship', 'Series A round'),
  related('sparrowgate', 'haneul', 'BranchRelationship', 'Shares an office'),
  leads('yun', 'haneul', 'Chief Executive', 'executive'),
]
