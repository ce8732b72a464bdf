// modes: 6
// A module that only Linux has, imported without a condition.
import FoundationNetworking  // expect: no such module 'FoundationNetworking'
