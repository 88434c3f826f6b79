// Sample groups: the customers of a company that sells to companies, as the sample workspace and the pictures of the
// documentation have them.

/** JSON texts of get-or-create bodies, formatted as the user would. Names of schemas: samples/workspace. */
export const sampleBodies: readonly string[] = [
  `{
  "user_group_id": "acme",
  "name": "Acme",
  "mapping": {"40": "301"},
  "properties": {"plan": "trial"}
}`,
  `{
  "user_group_id": "beta-inc",
  "name": "Beta Inc",
  "mapping": {"40": "510", "134": "511"},
  "properties": {"region": "US", "plan": "team", "seats": 40}
}`,
  `{
  "user_group_id": "coral-health",
  "name": "Coral Health",
  "mapping": {"40": "214", "134": "386"},
  "properties": {"region": "EU", "plan": "enterprise", "seats": 250, "sites": ["Berlin", "Lyon"]}
}`,
  `{
  "user_group_id": "delta-foods",
  "name": "Delta Foods",
  "mapping": {"40": "214", "41": "214", "134": "386"},
  "properties": {"region": "EU", "plan": "team", "seats": 25}
}`,
  `{
  "user_group_id": "ember-travel",
  "name": "Ember Travel",
  "mapping": {"40": "215", "41": "215"},
  "properties": {"region": "US", "plan": "team", "seats": 60}
}`,
  `{
  "user_group_id": "fjord-energy",
  "name": "Fjord Energy",
  "mapping": {"40": "215", "134": "387"},
  "properties": {"region": "US", "plan": "enterprise", "seats": 900}
}`,
  // Without a mapping its viewers see nothing: what "Check Why a Group Sees No Data…" is for.
  `{
  "user_group_id": "giro-bikes",
  "name": "Giro Bikes",
  "properties": {"plan": "trial"}
}`,
  // In an order that no number order is: an object would turn it round.
  `{
  "user_group_id": "harbour-logistics",
  "name": "Harbour Logistics",
  "mapping": {"134": "387", "41": "215", "40": "214"},
  "properties": {"region": "EU", "plan": "enterprise", "seats": 120}
}`,
];
