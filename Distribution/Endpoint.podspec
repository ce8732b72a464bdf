# One pod for each module, so that programs import the same names as with any other package manager. Subspecs of one
# pod would be one module.
Pod::Spec.new do |s|
  s.name = 'Endpoint'
  s.version = '0.1.0'
  s.summary = 'Declares a web API as types, and makes a complete URLRequest for each of its endpoints.'
  s.homepage = 'https://example.com/Endpoint'
  s.license = { :type => 'MIT', :file => 'LICENSE' }
  s.author = 'The Endpoint authors'
  s.source = { :git => 'https://example.com/Endpoint.git', :tag => s.version.to_s }

  s.osx.deployment_target = '13.0'
  s.ios.deployment_target = '16.0'
  s.tvos.deployment_target = '16.0'
  s.watchos.deployment_target = '9.0'
  s.visionos.deployment_target = '1.0'

  s.swift_versions = '6.0'
  s.source_files = 'Sources/Endpoint/**/*.swift'
  s.pod_target_xcconfig = {
    # The modules share what is `package`.
    'SWIFT_PACKAGE_NAME' => 'Endpoint',
    'SWIFT_UPCOMING_FEATURE_EXISTENTIAL_ANY' => 'YES',
    'SWIFT_UPCOMING_FEATURE_INTERNAL_IMPORTS_BY_DEFAULT' => 'YES',
    'SWIFT_UPCOMING_FEATURE_MEMBER_IMPORT_VISIBILITY' => 'YES',
  }
end
